import { type ReactNode, useState } from 'react'
import { rangesOf } from '../../../../../src/shared/found-words'
import { breakpoints, useMediaQuery } from '../../../../lib/media-query'
import { useTranslation } from '../../../../lib/use-translation'
import { WhatsAppText } from '../../../../whatsapp-text/whatsapp-text'
import { beginningOf, lettersOfDesk, lettersOfPhone } from './beginning'

interface BodyTextProps {
  text: string
  /** Folded words to mark. */
  found: readonly string[]
  /** People mentioned in the text. */
  mentions?: readonly { text: string; me?: boolean }[]
  /** Follows the last word on its line. */
  end?: ReactNode
}

/** Text of a message. A long one shows its beginning and a button for the rest, unless a searched word is in the rest. */
export function BodyText({ text, found, mentions, end }: BodyTextProps) {
  const { t } = useTranslation()
  const [isUnfolded, unfold] = useState(false)
  const beginning = beginningOf(text, useMediaQuery(breakpoints.phone) ? lettersOfPhone : lettersOfDesk)
  const isWhole = isUnfolded || beginning === text || isFoundBehind(beginning.length, text, found)
  if (isWhole) return <WhatsAppText text={text} found={found} mentions={mentions} end={end} />
  return (
    <>
      <WhatsAppText text={`${beginning}…`} found={found} mentions={mentions} />{' '}
      <button
        type="button"
        onClick={() => unfold(true)}
        className="text-info underline-offset-2 hover:underline pointer-coarse:py-2"
      >
        {t('conversation.readMore')}
      </button>
      {end}
    </>
  )
}

const isFoundBehind = (end: number, text: string, found: readonly string[]) =>
  found.length > 0 && rangesOf(text, found).some(([, to]) => to > end)
