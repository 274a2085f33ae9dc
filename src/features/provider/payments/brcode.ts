import { toDecimal } from '../../../shared/money'
import { decomposeText } from '../../../shared/text'

/** Content of a Pix QR code: receiver, amount and identifier. */
interface PixCode {
  key: string
  name: string
  city: string
  /** Integer cents. */
  amount: number
  /** The receiver's own identifier, at most 25 letters and digits. */
  txid: string
}

/** Returns the "copia e cola" text of a static Pix code (EMV QRCPS-MPM and the BR Code manual of the Banco Central). */
export function brCode({ key, name, city, amount, txid }: PixCode): string {
  const account = field('00', 'br.gov.bcb.pix') + field('01', key)
  const code = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'), // BRL
    field('54', toDecimal(amount)),
    field('58', 'BR'),
    field('59', plain(name, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', txid)),
    '6304',
  ].join('')
  return code + crc16(code)
}

const field = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value

/** Removes accents, as the manual requires. Never empty, because readers refuse an empty field. */
const plain = (text: string, max: number) =>
  decomposeText(text)
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, max)
    .trim() || 'N'

/** CRC-16/CCITT-FALSE in four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
