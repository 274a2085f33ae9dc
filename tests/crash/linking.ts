import { until } from '../until'
import type { ApiClient } from './api-client'

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

/**
 * Creates a connection and links it to the phone of this number. A code is scanned again when another one follows it: a
 * connection that ended right after the scan has stored nothing, and its owner would scan again.
 */
export async function linkNumber(deployment: ApiClient, owner: string): Promise<LinkedNumber> {
  await deployment.control.addOwner({ number: owner, name: 'Loja' })
  const { id } = await deployment.send<ConnectionView>('POST', '/whatsapp', { name: `Loja ${owner}` })
  let scanned = ''
  let view: ConnectionView | undefined
  const linked = until(`${owner} to be linked`, async () => {
    view = await getConnection(deployment, id)
    const { qrcode, status } = view
    if (status === 'CONNECTED' || qrcode === '' || qrcode === scanned) return status === 'CONNECTED'
    const scan = () => deployment.control.scan({ owner, qr: qrcode })
    if (await scan().catch(() => false)) scanned = qrcode // a code that has expired meanwhile is followed by another
    return false
  })
  await linked.catch((cause) => {
    throw new Error(`connection ${JSON.stringify(view)} after ${scanned ? 'a scan' : 'no scan'}`, { cause })
  })
  return { whatsappId: id, owner }
}

export const getConnection = (deployment: ApiClient, id: number) => deployment.get<ConnectionView>(`/whatsapp/${id}`)

/** Waits until the API answers the connection with these values, and returns it. */
export const waitForConnection = (deployment: ApiClient, id: number, expected: Partial<ConnectionView>, ms?: number) =>
  until(
    `connection ${id} ${JSON.stringify(expected)}`,
    async () => {
      const now = await getConnection(deployment, id)
      const same = Object.entries(expected).every(([name, value]) => now[name as keyof ConnectionView] === value)
      return same && now
    },
    ms,
  )
