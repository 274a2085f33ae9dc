import { createPdf } from './pdf'
import { drawCake, drawLandscape, drawPortrait, drawReceipt, drawSweets } from './pictures'
import { hillsJpeg, smileWebp } from './sample-data'
import { createVoiceNote } from './voice'

/** Sample file, generated or included in the emulator, so that tests and the page need no files from disk. */
interface Sample {
  bytes: Buffer
  mimetype: string
  fileName: string
  seconds?: number
}

const png = (draw: (seed: number) => Buffer, name: string) => (seed: number) => ({
  bytes: draw(seed),
  mimetype: 'image/png',
  fileName: `${name}-${seed}.png`,
})

const generators = {
  photo: png(drawLandscape, 'foto'),
  cake: png(drawCake, 'bolo'),
  sweets: png(drawSweets, 'doces'),
  receipt: png(drawReceipt, 'comprovante'),
  portrait: png(drawPortrait, 'retrato'),
  jpeg: () => ({ bytes: Buffer.from(hillsJpeg, 'base64'), mimetype: 'image/jpeg', fileName: 'foto.jpg' }),
  sticker: () => ({ bytes: Buffer.from(smileWebp, 'base64'), mimetype: 'image/webp', fileName: 'figurinha.webp' }),
  voice: (_seed: number, seconds: number) => ({
    bytes: createVoiceNote(seconds),
    mimetype: 'audio/ogg; codecs=opus',
    fileName: 'audio.ogg',
    seconds: Math.max(1, Math.round(seconds)),
  }),
  document: (seed: number) => ({
    bytes: createPdf(`Documento ${seed}`, ['Este arquivo foi feito pelo simulador.', 'Nada saiu desta máquina.']),
    mimetype: 'application/pdf',
    fileName: `documento-${seed}.pdf`,
  }),
} satisfies Record<string, (seed: number, seconds: number) => Sample>
export type SampleName = keyof typeof generators

const sampleNames = Object.keys(generators) as SampleName[]

export function createSample(name: SampleName, seed = 1, seconds = 3): Sample {
  if (!Object.hasOwn(generators, name)) throw new Error(`no sample "${name}"; there are ${sampleNames.join(', ')}`)
  return generators[name](seed, seconds)
}
