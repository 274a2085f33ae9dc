/** Pages of the manual become part of the executable as texts. */
declare module '*.md' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: the bundler exports the text so
  export default text
}
