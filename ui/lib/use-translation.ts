import { computed } from '@preact/signals-react'
import i18n, { type TFunction } from 'i18next'
import { createContext, createElement, type ReactNode, useContext } from 'react'
import { language } from './language'
import { useValue } from './use-value'

interface Translation {
  t: TFunction
}
/** Another function for another language: what was worked out with the old one is worked out again. */
const translation = computed<Translation>(() => language.value && { t: i18n.t.bind(i18n) })
const Context = createContext<Translation>({ t: i18n.t })

/** Around everything that speaks: one watcher of the language for all of it. */
export const TranslationProvider = ({ children }: { children: ReactNode }) =>
  createElement(Context, { value: useValue(translation) }, children)

/**
 * `t` in the language of now. Not the hook of react-i18next 18, which prepares itself anew at every drawing and watches
 * the language once for each component: with it, the first paint of a full list took half as long again (measured).
 */
export const useTranslation = () => useContext(Context)
