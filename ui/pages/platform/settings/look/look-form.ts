import type { Look, LookChange } from '../../../../../src/features/platform/look/model'
import { limits } from '../../../../../src/shared/limits'
import { createForm, email, length, type Rule } from '../../../../lib/form'

export type LookFields = Required<LookChange>

const color: Rule<string> = (value) => (/^(#[0-9a-f]{6})?$/i.test(value.trim()) ? null : { code: 'refused' })
const helpPage: Rule<string> = (value) =>
  value === '' || URL.parse(value.trim())?.protocol === 'https:' ? null : { code: 'webAddress' }

const fieldsOf = ({ name, color, support }: Look): LookFields => ({
  name,
  color,
  supportText: support.text,
  supportEmail: support.email,
  supportPhone: support.phone,
  supportUrl: support.url,
})

/** Form of name, colour and support contact; `receiveLook` takes over what was saved and keeps what was typed since. */
export function makeLookForm(look: Look) {
  const { look: most } = limits
  const form = createForm<LookFields>(
    fieldsOf(look),
    {
      name: [length({ max: most.name })],
      color: [color],
      supportText: [length({ max: most.supportText })],
      supportEmail: [email, length({ max: most.supportEmail })],
      supportPhone: [length({ max: most.supportPhone })],
      supportUrl: [helpPage, length({ max: most.supportUrl })],
    },
    { ERR_WAPP_INVALID_CONTACT: 'supportPhone' },
  )
  return { ...form, receiveLook: (saved: Look) => form.receive(fieldsOf(saved)) }
}
