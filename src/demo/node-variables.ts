import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config'

/** File with the variables of further nodes, in the demonstration's directory. */
const nodeVariables = 'node.env'

/**
 * Writes the variables with which `balcao demo` on the same database joins the demonstration: they lead to its simulated
 * WhatsApp, whose key no other server has.
 */
export function writeNodeVariables(directory: string, { whatsapp, simulatorUrl, internalHosts }: Config) {
  const certificate = join(directory, 'whatsapp.pem')
  writeFileSync(certificate, whatsapp?.ca ?? '', { mode: 0o600 })
  const variables = {
    BALCAO_WHATSAPP_URL: whatsapp?.url,
    BALCAO_WHATSAPP_ROOT_KEY: whatsapp?.rootKey,
    BALCAO_WHATSAPP_CA: certificate,
    BALCAO_SIMULATOR_URL: simulatorUrl,
    BALCAO_INTERNAL_HOSTS: internalHosts.join(','),
  }
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(directory, nodeVariables), lines.join(''), { mode: 0o600 })
}
