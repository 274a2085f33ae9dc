/**
 * Replacement of `sharp` in the executable (an alias in build.ts) for what Baileys uses: resize, JPEG and metadata,
 * with Bun.Image. The product passes its own thumbnails to Baileys, so only profile pictures need it.
 */

/** Maximum number of pixels; checked before decoding, because a small file can contain a huge picture. */
const maxPixels = 40_000_000

interface Size {
  width?: number
  height?: number
}

class Picture {
  private size: Size = {}
  private quality = 80

  constructor(private readonly input: Uint8Array | string) {}

  resize(width?: number | null, height?: number | null) {
    this.size = { width: width ?? undefined, height: height ?? undefined }
    return this
  }

  jpeg({ quality = 80 }: { quality?: number } = {}) {
    this.quality = quality
    return this
  }

  async metadata(): Promise<{ width: number; height: number; format: string }> {
    const { width, height, format } = await this.open().metadata()
    return { width, height, format }
  }

  async toBuffer(): Promise<Buffer> {
    const { width, height } = this.size
    const image = this.open()
    const sized = width || height ? image.resize(width ?? height ?? 0, height) : image
    return Buffer.from(await sized.jpeg({ quality: this.quality }).bytes())
  }

  private open() {
    return new Bun.Image(this.input, { maxPixels })
  }
}

const sharp = (input: Uint8Array | string) => new Picture(input)

// biome-ignore lint/style/noDefaultExport: the shape of the module it stands for
export default sharp
