declare module '*.css'
declare module '*.png' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: bundler imports of files have a default export.
  export default path
}

declare module '*.woff2' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: bundler imports of files have a default export.
  export default path
}

declare module '*.wasm' {
  const path: string
  // biome-ignore lint/style/noDefaultExport: bundler imports of files have a default export.
  export default path
}

/** Code of libopus that opusscript compiled; the library's own types describe a wrapper that loads a file beside it. */
declare module 'opusscript/build/opusscript_native_wasm.js' {
  interface OpusHandler {
    _encode(input: number, bytes: number, output: number, samples: number): number
    _encoder_ctl(request: number, value: number): number
  }
  interface OpusNative {
    ready: Promise<unknown>
    HEAPU8: Uint8Array<ArrayBuffer>
    HEAPU16: Uint16Array<ArrayBuffer>
    _malloc(bytes: number): number
    OpusScriptHandler: new (rate: number, channels: number, application: number) => OpusHandler
  }
  // biome-ignore lint/style/noDefaultExport: the library has it.
  export default function createNative(options: { wasmBinary: Uint8Array }): OpusNative
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
