/** Base64 of bytes or of a whole file; browsers have `toBase64` of byte lists since 2025 only. */
export async function base64Of(content: Uint8Array | Blob): Promise<string> {
  const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
