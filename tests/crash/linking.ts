import { until } from '../until'
import type { Plant } from './plant'

export interface Linked {
  whatsappId: number
  /** Digits of the owner's phone. */
  owner: string
}
export interface ConnectionView {
  id: number
  status: string
  reason: string
  qrcode: string
  retries: number
}

/** A new connection, linked to the phone of this number. */
export async function linkNumber(plant: Plant, owner: string): Promise<Linked> {
  await plant.control.addOwner({ number: owner, name: 'Loja' })
  const { id } = await plant.do<ConnectionView>('POST', '/whatsapp', { name: `Loja ${owner}` })
  await until(`a QR code for ${owner}`, async () => {
    const { qrcode } = await connectionOf(plant, id)
    return qrcode !== '' && plant.control.scan({ owner, qr: qrcode })
  })
  await becomes(plant, id, { status: 'CONNECTED' })
  return { whatsappId: id, owner }
}

export const connectionOf = (plant: Plant, id: number) => plant.get<ConnectionView>(`/whatsapp/${id}`)

/** Waits until the API shows the connection so. */
export const becomes = (plant: Plant, id: number, expected: Partial<ConnectionView>, ms?: number) =>
  until(
    `connection ${id} ${JSON.stringify(expected)}`,
    async () => {
      const now = await connectionOf(plant, id)
      const same = Object.entries(expected).every(([name, value]) => now[name as keyof ConnectionView] === value)
      return same && now
    },
    ms,
  )
