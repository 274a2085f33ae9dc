import { BadConfig } from '../../bad-config'
import { readConfig } from '../../config'

/** Answers of a person to `balcao install`. */
export interface Answers {
  /** Address that users open. */
  address: string
  /** Mail server, such as smtps://user:password@host; empty for none. */
  mail: string
}

/**
 * Text of /etc/balcao/balcao.env. An address with a port above 1023 is answered by the server itself, every other one by
 * a proxy on this machine. @throws BadConfig for an answer that is no value of its variable
 */
export function environmentText({ address, mail }: Answers): string {
  const variables: Record<string, string> = {
    BALCAO_DATA_DIR: '/var/lib/balcao/data',
    ...listenOn(address),
    BALCAO_PUBLIC_URL: address,
    ...(mail ? { BALCAO_SMTP_URL: mail } : {}),
  }
  readConfig(variables)
  for (const [name, value] of Object.entries(variables))
    if (/\p{Cc}/u.test(value)) throw new BadConfig(name, 'has a line break or another control character')
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

function listenOn(address: string): Record<string, string> {
  const url = URL.parse(address)
  const isOwn = url?.protocol === 'http:' && Number(url.port) > 1023
  return isOwn ? { BALCAO_HOST: '0.0.0.0', BALCAO_PORT: url.port } : { BALCAO_HOST: '127.0.0.1' }
}
