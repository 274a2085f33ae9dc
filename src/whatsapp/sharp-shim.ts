/**
 * What Baileys asks of the package `sharp` (thumbnails and profile pictures), by Bun's own image decoder: sharp's
 * native library does not survive being compiled into one file (libraries.md A1). `build.ts` puts this in its place.
 */

type Fit = { fit?: 'fill' | 'inside' }

/** More pixels than this are a bomb, not a picture. */
const maxPixels = 40_000_000

class Picture {
  constructor(private readonly image: Bun.Image) {}

  metadata() {
    return this.image.metadata()
  }
  resize(width: number, height?: number, options?: Fit) {
    return new Picture(
      height ? this.image.resize(width, height, { fit: 'inside', ...options }) : this.image.resize(width),
    )
  }
  jpeg(options?: { quality?: number }) {
    return new Picture(this.image.jpeg(options))
  }
  toBuffer() {
    return this.image.buffer()
  }
}

// biome-ignore lint/style/noDefaultExport: Baileys takes the default export, as sharp has it
export default function sharp(input: string | Uint8Array<ArrayBuffer>) {
  return new Picture(new Bun.Image(typeof input === 'string' ? Bun.file(input) : input, { maxPixels }))
}
