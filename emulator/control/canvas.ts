import { deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

/** Picture in memory with methods to draw flat shapes and encode a PNG. */
export class Canvas {
  private readonly pixels: Uint8Array

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Uint8Array(width * height * 3)
  }

  /** Fills the picture with a gradient from top to bottom. */
  gradient(top: Colour, bottom: Colour) {
    for (let y = 0; y < this.height; y++) this.fillRow(y, 0, this.width, blendColours(top, bottom, y / this.height))
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour) {
    for (let row = Math.round(y); row < Math.round(y + height); row++) this.fillRow(row, x, x + width, colour)
  }

  ellipse(centreX: number, centreY: number, radiusX: number, radiusY: number, colour: Colour) {
    for (let row = Math.floor(centreY - radiusY); row <= centreY + radiusY; row++) {
      const part = 1 - ((row + 0.5 - centreY) / radiusY) ** 2
      if (part <= 0) continue
      const half = radiusX * Math.sqrt(part)
      this.fillRow(row, centreX - half, centreX + half, colour)
    }
  }

  roundedRectangle(x: number, y: number, width: number, height: number, radius: number, colour: Colour) {
    for (let row = Math.round(y); row < Math.round(y + height); row++) {
      const edge = Math.max(y + radius - row - 0.5, row + 0.5 - (y + height - radius), 0)
      const inset = radius - Math.sqrt(Math.max(0, radius ** 2 - edge ** 2))
      this.fillRow(row, x + inset, x + width - inset, colour)
    }
  }

  png(): Buffer {
    const rows = Buffer.alloc((this.width * 3 + 1) * this.height)
    for (let y = 0; y < this.height; y++) {
      rows.set(this.pixels.subarray(y * this.width * 3, (y + 1) * this.width * 3), y * (this.width * 3 + 1) + 1)
    }
    const header = Buffer.alloc(13)
    header.writeUInt32BE(this.width, 0)
    header.writeUInt32BE(this.height, 4)
    header.set([8, 2], 8) // 8 bits per channel, RGB
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return Buffer.concat([
      signature,
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(rows, { level: 4 })),
      pngChunk('IEND', Buffer.alloc(0)),
    ])
  }

  /** Fills part of a row; `from` and `to` may be fractions of a pixel, whose colour is blended for smooth edges. */
  private fillRow(y: number, from: number, to: number, colour: Colour) {
    if (y < 0 || y >= this.height) return
    const first = Math.max(0, Math.floor(from))
    const last = Math.min(this.width - 1, Math.ceil(to) - 1)
    for (let x = first; x <= last; x++) {
      const at = (y * this.width + x) * 3
      if (x > first && x < last) this.pixels.set(colour, at)
      else this.blendPixel(at, Math.min(x + 1, to) - Math.max(x, from), colour)
    }
  }

  private blendPixel(at: number, share: number, colour: Colour) {
    for (let part = 0; part < 3; part++) {
      const under = this.pixels[at + part]!
      this.pixels[at + part] = under + (colour[part]! - under) * Math.max(0, share)
    }
  }
}

export const blendColours = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

/** The colour of `#rrggbb`. */
export function parseColour(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(body, 4)
  whole.writeUInt32BE(Bun.hash.crc32(body), body.length + 4)
  return whole
}
