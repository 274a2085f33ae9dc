import { type IntegrationType, isSigned } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { parseGoogleKey } from './dialogflow/google-key'

/** Fields on which the check depends, with the values they will have. */
interface CheckedFields {
  type: IntegrationType
  name: string
  projectName: string
  urlN8N: string
  typebotSlug: string
  /** The new JSON key as text, empty to keep the stored one. */
  jsonContent: string
  hasJson: boolean
}

type FieldName = 'name' | 'projectName' | 'jsonContent' | 'urlN8N' | 'typebotSlug'

/** By field: true when its value is at fault. */
const faultOf: Record<FieldName, (fields: CheckedFields) => boolean> = {
  name: ({ name }) => name.trim().length < limits.integrationName.min,
  projectName: ({ type, projectName }) => type === 'dialogflow' && !/^[\w:.-]{2,}$/.test(projectName.trim()),
  jsonContent: ({ type, jsonContent, hasJson }) =>
    jsonContent === '' ? type === 'dialogflow' && !hasJson : !isGoogleKey(jsonContent),
  urlN8N: ({ type, urlN8N }) => (urlN8N.trim() === '' ? isSigned(type) || type === 'typebot' : !isAddress(urlN8N)),
  typebotSlug: ({ type, typebotSlug }) => type === 'typebot' && !/^[\w.-]+$/.test(typebotSlug.trim()),
}
const names = Object.keys(faultOf) as FieldName[]

/** Checks the fields that the type needs. @throws ERR_VALIDATION with the fields at fault */
export function checkIntegration(fields: CheckedFields) {
  const faults = names.filter((name) => faultOf[name](fields))
  if (faults.length > 0) throw new AppError('ERR_VALIDATION', { fields: faults })
}

/** True for an http or https address without user and password. */
function isAddress(text: string): boolean {
  const url = URL.parse(text.trim())
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

function isGoogleKey(json: string): boolean {
  try {
    parseGoogleKey(json)
    return true
  } catch {
    return false
  }
}
