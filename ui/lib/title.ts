import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The name of the window: the screen, then the product. */
export function useTitle(screen: string) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${screen} · ${t('common.product')}`
  }, [screen, t])
}
