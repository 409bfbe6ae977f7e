import { chosenFormSchema, referenceFormSchema } from '@agres/domain/declarations.schema';
import { zodResolver } from '@hookform/resolvers/zod';

/** Checks the form about a contract that was chosen from a list. */
export const resolveChosen = zodResolver(chosenFormSchema);

/** Checks the form in which a contract is named by its writer. */
export const resolveReference = zodResolver(referenceFormSchema);
