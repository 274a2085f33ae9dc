import { paper } from './paper'
import { cake, landscape, portrait, receipt, sweets } from './pictures'
import { hillsJpeg, smileWebp } from './sample-data'
import { voiceNote } from './voice'

/** Files made in code or by us, so that nobody needs one at hand. */
export interface Sample {
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

const makers = {
  photo: png(landscape, 'foto'),
  cake: png(cake, 'bolo'),
  sweets: png(sweets, 'doces'),
  receipt: png(receipt, 'comprovante'),
  portrait: png(portrait, 'retrato'),
  jpeg: () => ({ bytes: Buffer.from(hillsJpeg, 'base64'), mimetype: 'image/jpeg', fileName: 'foto.jpg' }),
  sticker: () => ({ bytes: Buffer.from(smileWebp, 'base64'), mimetype: 'image/webp', fileName: 'figurinha.webp' }),
  voice: (_seed: number, seconds: number) => ({
    bytes: voiceNote(seconds),
    mimetype: 'audio/ogg; codecs=opus',
    fileName: 'audio.ogg',
    seconds: Math.max(1, Math.round(seconds)),
  }),
  document: (seed: number) => ({
    bytes: paper(`Documento ${seed}`, ['Este arquivo foi feito pelo simulador.', 'Nada saiu desta máquina.']),
    mimetype: 'application/pdf',
    fileName: `documento-${seed}.pdf`,
  }),
} satisfies Record<string, (seed: number, seconds: number) => Sample>
export type SampleName = keyof typeof makers

export const sampleNames = Object.keys(makers) as SampleName[]

export function sample(name: SampleName, seed = 1, seconds = 3): Sample {
  if (!Object.hasOwn(makers, name)) throw new Error(`no sample "${name}"; there are ${sampleNames.join(', ')}`)
  return makers[name](seed, seconds)
}
