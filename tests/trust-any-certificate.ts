import { afterAll } from 'bun:test'

/**
 * Switches the verification of certificates off until the end of the test file that calls this, outside of its tests:
 * the simulated WhatsApp serves files with a certificate of its own authority.
 */
export function trustAnyCertificate() {
  const setting = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  afterAll(() => {
    if (setting === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = setting
  })
}
