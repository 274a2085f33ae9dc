import { until } from '../until'
import type { Plant } from './plant'

/** What the server tells a browser; `data` as far as these tests look at it. */
export interface Frame {
  event: string
  data: {
    action?: string
    message?: { id: number; waId: string }
    session?: { id: number; status: string; reason: string; retries: number }
  } | null
}

/** A browser's socket: what it has heard so far, and goes on hearing. */
export async function listen({ url, accessToken }: Plant): Promise<Frame[]> {
  const heard: Frame[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?token=${accessToken}`)
  socket.addEventListener('message', ({ data }) => void heard.push(JSON.parse(String(data))))
  await until('the socket is ready', () => heard.some(({ event }) => event === 'ready'))
  return heard
}
