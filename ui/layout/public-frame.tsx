import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../components/icon-button'
import { Logo } from '../components/logo'
import { SupportContact } from '../components/support-contact'
import { classes } from '../lib/classes'
import { look } from '../lib/look'
import { theme, toggleTheme } from '../lib/theme'
import { useTitle } from '../lib/title'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { LanguageSelect } from './language-select'

/** The provider's logo, which has the name in it, or icon and name. */
function ProductMark() {
  const { t } = useTranslation()
  const logo = useValue(look)?.logo
  const name = t('common.product')
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2 font-semibold text-lg">
      {logo ? (
        <img src={logo} alt={name} className="max-h-9 max-w-48 object-contain dark:rounded-md dark:bg-white dark:p-1" />
      ) : (
        <>
          <Logo className="size-7 rounded-md" />
          <span className="truncate">{name}</span>
        </>
      )}
    </span>
  )
}

/** Frame of the public screens: logo, one card, language and theme. */
export function PublicFrame({
  title,
  lead,
  wide = false,
  children,
}: {
  title: string
  lead?: string
  /** Wider card, for more than a sign-in form. */
  wide?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  const dark = useValue(theme) === 'dark'
  useTitle(title)
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-ground safe-x safe-bottom">
      <header className="flex shrink-0 items-center gap-2 px-4 py-3" style={{ marginTop: 'var(--safe-top)' }}>
        <ProductMark />
        <LanguageSelect />
        <IconButton label={dark ? t('shell.useLight') : t('shell.useDark')} onClick={toggleTheme}>
          {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
        </IconButton>
      </header>
      <main
        className={classes(
          'mx-auto flex w-full flex-1 flex-col px-4 py-6 sm:justify-center sm:pb-24',
          wide ? 'max-w-2xl' : 'max-w-md',
        )}
      >
        <div className="rounded-lg border border-line bg-surface p-5 sm:p-8">
          <h1 className="font-semibold text-2xl">{title}</h1>
          {lead && <p className="mt-1 text-muted">{lead}</p>}
          <div className="mt-6">{children}</div>
        </div>
        <SupportContact className="mt-4 text-center" />
      </main>
    </div>
  )
}
