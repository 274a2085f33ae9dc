import { BadConfig } from './bad-config'
import type { SecurityLogTarget } from './core/security-log-target'

/** Kinds of syslog by scheme, with the usual ports (RFC 5426, RFC 6587, RFC 5425). */
const syslogs = {
  'syslog:': { kind: 'udp', port: 514 },
  'syslog+tcp:': { kind: 'tcp', port: 601 },
  'syslog+tls:': { kind: 'tls', port: 6514 },
} as const

/** Reads `BALCAO_SECURITY_LOG` and the secret of a webhook (docs/operate/watching.md). Null without one. @throws BadConfig */
export function readSecurityLog(value: string | null, secret: string | null): SecurityLogTarget | null {
  if (value === null && secret !== null)
    throw new BadConfig('BALCAO_SECURITY_LOG_SECRET', 'is accepted only together with BALCAO_SECURITY_LOG')
  if (value === null) return null
  const url = URL.parse(value)
  if (url?.username || url?.password)
    throw new BadConfig('BALCAO_SECURITY_LOG', 'must not have a name or password; a webhook is signed by its secret')
  if (url?.protocol === 'https:' || url?.protocol === 'http:')
    return { kind: 'webhook', url: value, secret: secret ?? '' }
  const syslog = url && Object.hasOwn(syslogs, url.protocol) && syslogs[url.protocol as keyof typeof syslogs]
  if (!syslog || url.hostname === '')
    throw new BadConfig(
      'BALCAO_SECURITY_LOG',
      'must be an address such as syslog://host:514, syslog+tcp://host, syslog+tls://host or https://host/path',
    )
  return { kind: syslog.kind, host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || syslog.port }
}
