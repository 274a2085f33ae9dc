import { createAuthority, issueClient, issueServer } from '../../emulator/x509'
import { createPkcs12 } from './pkcs12'

/** Certificate authority, server certificate of the fake Efí, and a client certificate as PEM and as .p12. */
interface Certificates {
  authority: string
  server: { cert: string; key: string }
  /** Certificate and key, PEM, in one text. */
  client: string
  /** The same as a .p12 encrypted with `passphrase`, in base64. */
  p12: string
  passphrase: string
}

let cached: Certificates | undefined

/** Returns the same certificates for the whole run; creating them takes a moment. */
export function certificates(): Certificates {
  cached ??= createCertificates()
  return cached
}

function createCertificates(): Certificates {
  const passphrase = 'abre-te'
  const name = 'Fake Efí authority'
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
