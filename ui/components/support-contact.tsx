import { classes } from '../lib/classes'
import { look } from '../lib/look'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

/** Ways to reach the provider's support, one link each; nothing when the provider gives none. */
export function SupportContact({ className }: { className?: string }) {
  const { t } = useTranslation()
  const support = useValue(look)?.support
  if (!support || !Object.values(support).some(Boolean)) return null
  const { text, email, phone, url } = support
  const link = 'font-medium text-accent-ink underline underline-offset-2'
  return (
    <p className={classes('wrap-anywhere text-sm text-muted', className)}>
      {t('common.support')}{' '}
      {phone && (
        <a href={`https://wa.me/${phone}`} target="_blank" rel="noreferrer" className={link}>
          WhatsApp +{phone}
        </a>
      )}
      {phone && (email || url) && ' · '}
      {email && (
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
      )}
      {email && url && ' · '}
      {url && (
        <a href={url} target="_blank" rel="noreferrer" className={link}>
          {t('common.supportPage')}
        </a>
      )}
      {text && <span className="block">{text}</span>}
    </p>
  )
}
