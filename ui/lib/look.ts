import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Look } from '../../src/features/platform/look/model'
import { parseJson } from '../../src/shared/json'
import { ownProductName } from '../../src/shared/product-name'
import { publicApi, unwrapResponse } from './api'
import { setProviderIcon } from './favicon'
import { ownTouchIcon } from './install'

/** Look of the product (docs/adr/0188); null while nothing is known. */
export const look = signal<Look | null>(null)

let shownIcon: string | undefined

export const productName = () => look.peek()?.name || ownProductName

/**
 * Shows the look that the server wrote into the page; from sources, where it writes none, it is asked for. Must run
 * before the texts start, which have the product's name.
 */
export function startLook() {
  const written = document.querySelector<HTMLMetaElement>('meta[name=look]')?.content
  if (written) return applyLook(parseJson<Look>(written))
  unwrapResponse(publicApi.look.get()).then(applyLook, () => undefined)
}

/** Shows a look: colour, icons of the page, and the name in all texts from now on. */
export function applyLook(next: Look) {
  look.value = next
  const { style } = document.documentElement
  if (next.color) style.setProperty('--brand', next.color)
  else style.removeProperty('--brand')
  if (next.icons['32'] !== shownIcon) {
    shownIcon = next.icons['32']
    setProviderIcon(shownIcon)
  }
  const touch = document.head.querySelector<HTMLLinkElement>('link[rel=apple-touch-icon]')
  if (touch) touch.href = next.icons['180'] ?? ownTouchIcon
  if (i18n.options?.interpolation) i18n.options.interpolation.defaultVariables = { product: productName() }
}
