import { oneLine } from '../../src/shared/text'
import { splitAtVariables, valuesOf } from '../../src/shared/variables'
import { useTranslation } from '../lib/use-translation'
import { useSampleOccasion } from './sample-occasion'

/** Start of a company's text on one line, for a list row; an example stands on a chip in place of each variable. */
export function SampleLine({ text }: { text: string }) {
  const { t } = useTranslation()
  const examples = valuesOf(useSampleOccasion())
  return splitAtVariables(oneLine(text)).map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes within one text.
      <span key={at} title={t(`variables.${part.variable}`)} className="-mx-0.5 rounded-sm bg-hover px-0.5">
        {examples[part.variable]}
      </span>
    ),
  )
}
