import { computed } from '@preact/signals-react'
import i18n, { type TFunction } from 'i18next'
import { createContext, createElement, type ReactNode, useContext } from 'react'
import { language } from './language'
import { useValue } from './use-value'

interface Spoken {
  t: TFunction
}
/** Another function for another language: what was worked out with the old one is worked out again. */
const spoken = computed<Spoken>(() => language.value && { t: i18n.t.bind(i18n) })
const Context = createContext<Spoken>({ t: i18n.t })

/** Around everything that speaks: one watcher of the language for all of it. */
export const Speaking = ({ children }: { children: ReactNode }) =>
  createElement(Context, { value: useValue(spoken) }, children)

/**
 * `t` in the language of now. Not the hook of react-i18next 18, which prepares itself anew at every drawing and watches
 * the language once for each component: with it, the first paint of a full list took half as long again (measured).
 */
export const useTranslation = () => useContext(Context)
