import { until } from '../until'
import type { Api } from './deployment'

export interface LinkedNumber {
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

/** Creates a connection and links it to the phone of this number. */
export async function linkNumber(deployment: Api, owner: string): Promise<LinkedNumber> {
  await deployment.control.addOwner({ number: owner, name: 'Loja' })
  const { id } = await deployment.send<ConnectionView>('POST', '/whatsapp', { name: `Loja ${owner}` })
  await until(`a QR code for ${owner}`, async () => {
    const { qrcode } = await getConnection(deployment, id)
    const scan = () => deployment.control.scan({ owner, qr: qrcode })
    return qrcode !== '' && scan().catch(() => false) // a code that has expired meanwhile is followed by another
  })
  await waitForConnection(deployment, id, { status: 'CONNECTED' })
  return { whatsappId: id, owner }
}

export const getConnection = (deployment: Api, id: number) => deployment.get<ConnectionView>(`/whatsapp/${id}`)

/** Waits until the API answers the connection with these values, and returns it. */
export const waitForConnection = (deployment: Api, id: number, expected: Partial<ConnectionView>, ms?: number) =>
  until(
    `connection ${id} ${JSON.stringify(expected)}`,
    async () => {
      const now = await getConnection(deployment, id)
      const same = Object.entries(expected).every(([name, value]) => now[name as keyof ConnectionView] === value)
      return same && now
    },
    ms,
  )
