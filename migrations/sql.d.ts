/** SQL files become part of the executable as texts. */
declare module '*.sql' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: the bundler exports the text so
  export default text
}
