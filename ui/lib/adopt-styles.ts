/**
 * Adds styles to the document and returns the function that removes them. The content policy refuses style elements
 * made by scripts (docs/adr/0069); constructed style sheets are allowed.
 */
export function adoptStyles(css: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}
