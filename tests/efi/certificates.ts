import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

let made: Certificates | undefined

/** By openssl, as the real ones are. */
export function certificates(): Certificates {
  made ??= make()
  return made
}

function make(): Certificates {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-efi-'))
  const passphrase = 'abre-te'
  const openssl = (...args: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync(['openssl', ...args], { cwd: directory })
    if (exitCode !== 0) throw new Error(stderr.toString())
  }
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  try {
    openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Stand-in authority')
    for (const [name, subject] of [
      ['server', '/CN=localhost'],
      ['client', '/CN=Conta 1'],
    ] as const) {
      const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
      const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key']
      openssl(
        'req',
        '-x509',
        ...key,
        ...signed,
        ...names,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.pem`,
        '-subj',
        subject,
      )
    }
    openssl(
      'pkcs12',
      '-export',
      '-in',
      'client.pem',
      '-inkey',
      'client.key',
      '-out',
      'c.p12',
      '-passout',
      `pass:${passphrase}`,
    )
    const read = (name: string) => readFileSync(join(directory, name), 'utf8')
    return {
      authority: read('ca.pem'),
      server: { cert: read('server.pem'), key: read('server.key') },
      client: read('client.pem') + read('client.key'),
      p12: readFileSync(join(directory, 'c.p12')).toString('base64'),
      passphrase,
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}
