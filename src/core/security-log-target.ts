/** Receiver of the security log, from BALCAO_SECURITY_LOG. */
export type SecurityLogTarget =
  | { kind: 'udp' | 'tcp' | 'tls'; host: string; port: number }
  /** `secret` signs the requests; empty: they are not signed. */
  | { kind: 'webhook'; url: string; secret: string }

/** Tells receivers apart, without an address or a secret: SHA-256 in hex. */
export const idOfLogTarget = (target: SecurityLogTarget) => {
  const address = target.kind === 'webhook' ? target.url : `${target.kind} ${target.host} ${target.port}`
  return new Bun.CryptoHasher('sha256').update(address).digest('hex')
}

/** Name for people, without a secret. */
export const nameOfLogTarget = (target: SecurityLogTarget) =>
  target.kind === 'webhook' ? new URL(target.url).origin : `${target.kind}://${target.host}:${target.port}`
