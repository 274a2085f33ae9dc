import { useEffect } from 'react'
import { useTranslation } from './use-translation'

let screenTitle = ''
let news = 0

/** The name of the window: how much is new, the screen, then the product. */
export function useTitle(screen: string) {
  const { t } = useTranslation()
  useEffect(() => {
    screenTitle = `${screen} · ${t('common.product')}`
    write()
  }, [screen, t])
}

/** How many conversations want to be looked at. */
export function setTitleCount(count: number) {
  news = count
  write()
}

function write() {
  if (screenTitle) document.title = news > 0 ? `(${news > 99 ? '99+' : news}) ${screenTitle}` : screenTitle
}
