/**
 * Script of the sign-in page. A browser takes the fragment of the opened address along to this page, and no request names it. So the script
 * adds it to the destinations of the forms and links.
 */
export const FRAGMENT_SCRIPT = `
const { hash } = location;
const withFragment = (path) => (path === '' || path.includes('#') ? path : path + hash);
if (hash !== '') {
  for (const input of document.querySelectorAll('input[name="next"]')) input.value = withFragment(input.value);
  for (const link of document.querySelectorAll('a[href*="next="]')) {
    const address = new URL(link.href);
    address.searchParams.set('next', withFragment(address.searchParams.get('next')));
    link.href = address.href;
  }
}
`;
