import { type Static, t } from 'elysia'
import { atLeastOneField, oneLine } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

export const pictureKinds = ['logo', 'icon'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** Support contact of the provider; all are empty for none. */
const Support = t.Object({
  /** A line such as the hours. */
  text: t.String(),
  email: t.String(),
  /** Digits with the country's code, for WhatsApp and calls. */
  phone: t.String(),
  /** Address of a help page, `https:`. */
  url: t.String(),
})

/** Look of the product; readable without a login. */
export const Look = t.Object({
  /** Name of the product; empty for Balcão. */
  name: t.String(),
  /** `#rrggbb`; empty for the product's green. */
  color: t.String(),
  /** Path of the logo; empty for the product's. */
  logo: t.String(),
  /** Paths of the icons by their side in pixels; empty for the product's. */
  icons: t.Record(t.String(), t.String()),
  support: Support,
})
export type Look = Static<typeof Look>

const { look } = limits

export const LookChange = t.Partial(
  t.Object({
    name: t.String({ maxLength: look.name, pattern: oneLine }),
    color: t.String({ pattern: '^(#[0-9a-fA-F]{6})?$' }),
    supportText: t.String({ maxLength: look.supportText, pattern: oneLine }),
    supportEmail: t.String({ maxLength: look.supportEmail, pattern: oneLine }),
    supportPhone: t.String({ maxLength: look.supportPhone, pattern: oneLine }),
    supportUrl: t.String({ maxLength: look.supportUrl, pattern: oneLine }),
  }),
  atLeastOneField,
)
export type LookChange = Static<typeof LookChange>

export const PictureInput = t.Object({
  /** PNG, JPEG, WebP or GIF in base64. */
  content: t.String({ minLength: 1, maxLength: look.picture }),
})
export const PictureParams = t.Object({ kind: t.UnionEnum(pictureKinds) })
/** Name of a picture's file, by its hash. */
export const PictureFile = t.Object({ file: t.String({ pattern: '^[0-9a-f]{64}\\.png$' }) })
