import { Check } from 'lucide-react'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'

export const steps = ['data', 'plan', 'review', 'pix'] as const
export type StepName = (typeof steps)[number]

/** Progress of the checkout; on phones only the current step shows its name. */
export function Steps({ at }: { at: StepName }) {
  const { t } = useTranslation()
  const current = steps.indexOf(at)
  return (
    <ol aria-label={t('checkout.progress')} className="flex items-center gap-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={classes('flex items-center gap-2', index < steps.length - 1 && 'flex-1')}
        >
          <span
            className={classes(
              'flex size-7 shrink-0 items-center justify-center rounded-full border font-semibold text-sm [&_svg]:size-4',
              index <= current ? 'border-accent bg-accent text-on-accent' : 'border-line text-muted',
            )}
          >
            {index < current ? <Check aria-hidden /> : index + 1}
          </span>
          <span
            className={classes(
              'whitespace-nowrap text-sm',
              index === current ? 'font-medium' : 'text-muted max-sm:sr-only',
            )}
          >
            {t(`checkout.steps.${step}`)}
          </span>
          {index < steps.length - 1 && <span aria-hidden className="h-px min-w-2 flex-1 bg-line" />}
        </li>
      ))}
    </ol>
  )
}
