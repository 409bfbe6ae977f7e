import { createFileRoute } from '@tanstack/react-router';

import { Items } from '../../items.jsx';

export const Route = createFileRoute('/')({ component: Items });
