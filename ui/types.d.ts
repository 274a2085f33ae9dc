declare module '*.css'
declare module '*.png' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: that is how files come in.
  export default path
}
