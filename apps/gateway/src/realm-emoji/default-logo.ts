/** A speech bubble, in the colour that stands out from the background. */
export const defaultLogo = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40" viewBox="0 0 160 40"><g fill="${color}"><path d="M8 6h24a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H19l-8 7v-7H8a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4z"/><text x="46" y="26" font-family="sans-serif" font-size="20">Chat</text></g></svg>`;
