/** Values that one file may have: far above a flow of 1 MiB and a typebot of 5,000 edges. */
const maxValues = 500_000

const [quote, backslash] = [0x22, 0x5c]
/** `,`, `[` and `{`: each begins at most one value. */
const begins = new Set([0x2c, 0x5b, 0x7b])

/**
 * True for JSON with more values than a flow can have. 48 MB of empty lists take 1.3 GB when parsed; the texts between
 * quotes, such as files in base64, take little more than their bytes.
 */
export function hasTooManyValues({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength) // searches faster than a typed array
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at] as number
    if (sign === quote) at = endOfText(bytes, at)
    else if (begins.has(sign) && ++values > maxValues) return true
  }
  return false
}

/** Position of the quote that ends a text; the end of the file without one. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(quote, start + 1); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return at
  }
  return bytes.length
}
