import { chosenFormSchema, referenceFormSchema } from '@agres/domain/declarations.schema';
import { zodResolver } from '@hookform/resolvers/zod';

/** For a contract chosen from a list. */
export const resolveChosen = zodResolver(chosenFormSchema);

/** For a form that asks for a reference to the contract. */
export const resolveReference = zodResolver(referenceFormSchema);
