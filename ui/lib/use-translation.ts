import { computed } from '@preact/signals-react'
import i18n, { type TFunction } from 'i18next'
import { createContext, createElement, type ReactNode, useContext } from 'react'
import { language } from './language'
import { useValue } from './use-value'

interface Translation {
  t: TFunction
}
/** New object per language, so that memoised texts are computed again. */
const translation = computed<Translation>(() => language.value && { t: i18n.t.bind(i18n) })
const Context = createContext<Translation>({ t: i18n.t })

/** Provides `t` to all components through one subscription to the language. */
export const TranslationProvider = ({ children }: { children: ReactNode }) =>
  createElement(Context, { value: useValue(translation) }, children)

/**
 * `t` in the current language. Replaces the hook of react-i18next 18, which subscribes in every component and made the
 * first render of a full list 1.5 times as long (docs/adr/0026).
 */
export const useTranslation = () => useContext(Context)
