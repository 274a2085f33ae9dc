import type { Scope } from '../../../core/scope'
import type { CellFault, Language, RowFault } from '../../../shared/enums'
import { numberFaultTexts } from '../../../shared/phone/fault-texts'
import { companyLanguage } from '../../platform/company/language'

export interface FaultTexts {
  heading: string[]
  /** Words in front of a cell that was left out of a person who was added. */
  leftOut: string
  faults: Record<RowFault | CellFault, string>
}

/** Texts of the file of refused rows, in the company's language. */
export const faultTexts = async (scope: Scope): Promise<FaultTexts> => texts[await companyLanguage(scope)]

const texts: Record<Language, FaultTexts> = {
  pt: {
    heading: ['linha', 'nome', 'numero', 'motivo'],
    leftOut: 'Pessoa importada sem a célula',
    faults: {
      ...numberFaultTexts.pt,
      number: 'Número inválido',
      name: 'Nome inválido',
      email: 'E-mail inválido',
      openQuote: 'Há uma aspa que não fecha na linha',
      repeated: 'Número repetido neste arquivo, na linha',
      known: 'Número que já está na lista, com o nome',
      nameCut: 'o nome foi encurtado',
      valueCut: 'o texto foi encurtado',
      tooManyFields: 'há campos demais',
    },
  },
  en: {
    heading: ['row', 'name', 'number', 'reason'],
    leftOut: 'Person imported without the cell',
    faults: {
      ...numberFaultTexts.en,
      number: 'Invalid number',
      name: 'Invalid name',
      email: 'Invalid e-mail',
      openQuote: 'The row has a quotation mark that is not closed',
      repeated: 'Number repeated in this file, in row',
      known: 'Number already in the list, under the name',
      nameCut: 'the name was shortened',
      valueCut: 'the text was shortened',
      tooManyFields: 'there are too many fields',
    },
  },
  es: {
    heading: ['fila', 'nombre', 'numero', 'motivo'],
    leftOut: 'Persona importada sin la celda',
    faults: {
      ...numberFaultTexts.es,
      number: 'Número inválido',
      name: 'Nombre inválido',
      email: 'Correo inválido',
      openQuote: 'La fila tiene una comilla que no se cierra',
      repeated: 'Número repetido en este archivo, en la fila',
      known: 'Número que ya está en la lista, con el nombre',
      nameCut: 'el nombre se acortó',
      valueCut: 'el texto se acortó',
      tooManyFields: 'hay demasiados campos',
    },
  },
}
