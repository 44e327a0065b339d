declare module '*?texts' {
  const texts: Readonly<Record<string, (values?: Readonly<Record<string, string | number>>) => string>>;
  export default texts;
}
