import { hostname } from 'node:os'
import { log } from '../../../core/log'
import { createOutside } from '../../../core/net/outside-request'
import type { Platform } from '../../../core/scope'
import { idOfLogTarget, nameOfLogTarget, type SecurityLogTarget } from '../../../core/security-log-target'
import { signatureHeaders } from '../../platform/deliveries/sign'
import { syslogMessage } from './format'
import { newestLine, readSecurityLines, type SecurityLine } from './read-lines'
import { readLogState, storeLogState } from './state'

/** Pages sent in one run. */
const maxPages = 10
/** Pause after the first failure in ms, doubled up to the longest. */
const pause = { first: 10_000, longest: 10 * 60_000 }

/**
 * Sends new lines of the audit log that belong to security to BALCAO_SECURITY_LOG, the oldest first. The place in the log
 * moves after each page that was sent, so that an end of the process or a receiver that is down repeats lines and loses
 * none (docs/adr/0186). Another receiver than that of the place begins at the present.
 */
export async function sendSecurityLog(platform: Platform, now = Date.now()): Promise<void> {
  const target = platform.ports.securityLog
  if (!target) return
  const receiver = idOfLogTarget(target)
  const state = await readLogState(platform)
  if (state?.receiver !== receiver)
    return storeLogState(platform, { receiver, after: await newestLine(platform), failures: 0, retryAt: null })
  if (state.retryAt !== null && Date.parse(state.retryAt) > now) return
  let { after } = state
  try {
    for (let page = 0; page < maxPages; page++) {
      const { lines, last } = await readSecurityLines(platform, after, now)
      if (last === after) break
      if (lines.length > 0) await send(target, lines)
      after = last
      await storeLogState(platform, { receiver, after, failures: 0, retryAt: null })
    }
  } catch (error) {
    const failures = state.failures + 1
    const ms = Math.min(pause.first * 2 ** (failures - 1), pause.longest)
    await storeLogState(platform, { receiver, after, failures, retryAt: new Date(now + ms).toISOString() })
    log.error({ err: error, to: nameOfLogTarget(target), failures }, 'the security log was not sent; it is tried again')
  }
}

async function send(target: SecurityLogTarget, lines: SecurityLine[]) {
  if (target.kind !== 'webhook') {
    const { sendSyslog } = await import('../../../core/net/send-syslog')
    return sendSyslog(
      target,
      lines.map((line) => syslogMessage(line, hostname())),
    )
  }
  const { host } = new URL(target.url)
  const body = JSON.stringify({ lines })
  const headers = { 'content-type': 'application/json', ...signatureHeaders(target.secret, body) }
  // The operator wrote the address, so that it may be of the private network. A redirect is a failure: most clients turn
  // the POST into a GET (fetch standard, HTTP-redirect fetch), whose 200 says nothing about the lines.
  const request = { url: target.url, method: 'POST', headers, body, redirects: false } as const
  const { status } = await createOutside([host])(request)
  if (status < 200 || status > 299) throw new Error(`the receiver answered ${status}`)
}
