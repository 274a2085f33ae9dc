import { createAuthority, issueClient, issueServer } from '../../emulator/x509'
import { createPkcs12 } from './pkcs12'

/** An authority, the stand-in's own certificate, and a client's as PEM and as .p12; made once per run. */
export interface Certificates {
  authority: string
  server: { cert: string; key: string }
  /** Certificate and key in one text. */
  client: string
  /** The same as .p12 in base64, under `passphrase`. */
  p12: string
  passphrase: string
}

let cached: Certificates | undefined

export function certificates(): Certificates {
  cached ??= createCertificates()
  return cached
}

function createCertificates(): Certificates {
  const passphrase = 'abre-te'
  const name = 'Stand-in authority'
  const authority = createAuthority(name)
  const server = issueServer(authority, name)
  const client = issueClient(authority, 'Conta 1', name)
  return {
    authority: authority.certificate,
    server: { cert: server.certificate, key: server.key },
    client: client.certificate + client.key,
    p12: createPkcs12(client, passphrase).toString('base64'),
    passphrase,
  }
}
