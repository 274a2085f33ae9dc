import type { Config } from '../config'
import { bad, type Finding, ok } from './finding'

const timeoutMs = 5000

/** Compares the clock with WhatsApp's, if it is reachable; a wrong clock would put messages in the wrong order. */
export async function checkClock({ whatsapp }: Config): Promise<Finding> {
  const remedy = 'switch on time synchronisation: timedatectl set-ntp true'
  const now = new Date()
  if (now.getUTCFullYear() < 2026) return bad(`it says ${now.toISOString()}`, remedy)
  if (whatsapp) return ok(now.toISOString())
  try {
    const answer = await fetch('https://web.whatsapp.com/', { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) })
    const off = Math.round((Date.now() - Date.parse(answer.headers.get('date') ?? '')) / 1000)
    if (Math.abs(off) > 60) return bad(`it is ${Math.abs(off)} s ${off > 0 ? 'fast' : 'slow'}`, remedy)
  } catch {
    return ok(`${now.toISOString()} (not compared: WhatsApp cannot be asked)`)
  }
  return ok(now.toISOString())
}
