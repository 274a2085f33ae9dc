declare module '*.css'
declare module '*.png' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: bundler imports of files have a default export.
  export default path
}
