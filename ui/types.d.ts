declare module '*.css'
declare module '*.png' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: bundler imports of files have a default export.
  export default path
}

declare module '*.txt' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: bundler imports of files have a default export.
  export default text
}

declare module '*.bin' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: bundler imports of files have a default export.
  export default path
}

/** The part of Trusted Types that the interface uses; browsers that lack it load any address. */
interface Window {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(text: string): string },
    ): { createScriptURL(text: string): unknown }
  }
}
