/** Subset of DER (X.690 §10) needed for certificates. Each function returns one value with its tag and length. */

export function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number) {
  if (length < 128) return Buffer.from([length])
  const bytes = length < 256 ? [length] : [length >> 8, length & 0xff]
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

export const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
export const integer = (value: Buffer) => tagged(0x02, value)
export const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]))
export const octetString = (value: Buffer) => tagged(0x04, value)
export const objectIdentifier = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
export const bitString = (value: Buffer) => tagged(0x03, Buffer.from([0]), value)
export const generalizedTime = (year: number) => tagged(0x18, Buffer.from(`${year}0101000000Z`))
