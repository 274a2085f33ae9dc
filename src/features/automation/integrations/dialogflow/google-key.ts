import { AppError } from '../../../../shared/errors'
import { parseJson } from '../../../../shared/json'

/** Parts of a Google service account's JSON key that a request to Google needs. */
export interface GoogleKey {
  projectId: string
  keyId: string
  email: string
  /** PEM, PKCS#8. */
  privateKey: string
  tokenUri: string
}

const googleTokenUri = 'https://oauth2.googleapis.com/token'

/** Reads a service account's JSON key. @throws ERR_VALIDATION for jsonContent */
export function parseGoogleKey(json: string): GoogleKey {
  const key = parseObject(json)
  const { project_id, private_key_id, client_email, private_key, token_uri, type } = key
  const isComplete = type === 'service_account' && isText(client_email) && isText(private_key)
  if (!isComplete || !String(private_key).includes('-----BEGIN PRIVATE KEY-----')) throw invalidKey()
  return {
    projectId: textOr(project_id, ''),
    keyId: textOr(private_key_id, ''),
    email: String(client_email),
    privateKey: String(private_key),
    tokenUri: textOr(token_uri, googleTokenUri),
  }
}

function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = parseJson(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Answered below like other content.
  }
  throw invalidKey()
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const textOr = (value: unknown, usual: string) => (isText(value) ? String(value) : usual)
const invalidKey = () => new AppError('ERR_VALIDATION', { fields: ['jsonContent'] })
