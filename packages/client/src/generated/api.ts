// Generated from docs/api/openapi.json by `pnpm openapi`.

export type paths = {
    "/blog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The published articles, newest first
         * @description Texts in both languages; the content is HTML that is safe to show.
         */
        get: operations["blog-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blog/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One published article
         * @description As the list has it. One that is not published is not found.
         */
        get: operations["blog-article"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Sets the cookie of a new session, and with it another XSRF token.
         */
        post: operations["users-signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write to the shop; a visitor says which address to answer to
         * @description The shop answers to the address of the account, or to `email`, which a visitor must give.
         */
        post: operations["contact-send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contract-texts/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The terms, withdrawal notice and withdrawal form of a hash
         * @description A text that was ever offered is kept, so that each contract has its own.
         */
        get: operations["contractTexts-byHash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contract-texts/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What contracts are made on at present
         * @description Show the text of this hash (the address of the terms on the site, or the next call) to whoever buys, and send the hash as `contractText` of the purchase or subscription.
         */
        get: operations["contractTexts-current"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/declarations/{id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Tell the tracking number of a parcel on its way back
         * @description Proves that the goods were sent: from then on the money is due. Another number replaces it.
         */
        put: operations["declarations-announceReturn"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Log out; no error when signed out
         * @description Ends this session; answers the same where there is none. From pages of this site alone.
         */
        get: operations["users-signOut"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every code with its text in French and English
         * @description For people; a program decides by the codes. The same until the next release.
         */
        get: operations["errors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The best sellers, best first, and the newest article
         * @description What the home page shows of the shop and of the blog.
         */
        get: operations["home-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The items of the shop, in its order
         * @description With the stock of every option at this moment.
         */
        get: operations["shop-items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One item of the shop
         * @description As the list has it. One that is not for sale is not found.
         */
        get: operations["shop-item"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/buy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy one unit of an item; repeating a call never charges twice
         * @description Charges the card, and answers with the order once that is done. The server reads the price: price and fee of the area, less one cent. Send the total that the buyer was shown as `shownAmountCents`, and no other sum is charged.
         */
        post: operations["shop-buy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The orders of the caller, newest first
         * @description A page of orders, and in `nextCursor` where the next one begins. Orders that come meanwhile stand before the first page, and move nothing.
         */
        get: operations["orders-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order of the caller; every other id is not found
         * @description With the item as it was when bought, what was charged and what was given back.
         */
        get: operations["orders-byId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/cancellation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks to cancel an order of the caller that is late
         * @description Possible 14 whole days after the parcel was asked for, or a month after `promisedBy`. The order is held until the shop has looked whether the parcel left; it is then cancelled and refunded, or shown as sent.
         */
        post: operations["orders-askToCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{id}/delivery-notice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks for an order of the caller that is late
         * @description Possible once `promisedBy` has passed and nothing was sent, else 409 with `possibleFrom`. Buyer and shop are told by email. The same again answers the same.
         */
        post: operations["orders-askForDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The card that pays for the subscription now
         * @description Asked of the payment provider at this moment, and kept nowhere. `null` where the provider does not say it in time, or knows of none: do without it then.
         */
        get: operations["payments-card"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The publishable key of the account that will charge this session
         * @description Make card tokens with this key: it belongs to the account that will charge this session.
         */
        get: operations["payments-config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/programsPerso": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the subscription stands
         * @description Until when the subscription is paid, whether a debit failed, and who came by its code.
         */
        get: operations["programmes-current"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/programsPerso/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe to the personal programme, or take an unsubscription back
         * @description Charges the first period. After an unsubscription whose period still runs it resumes that one, charges nothing and needs no token.
         */
        post: operations["programmes-subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/programsPerso/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End the subscription with the period that is paid
         * @description Access goes on until the end of what is paid; nothing is debited any more.
         */
        delete: operations["programmes-unsubscribe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/relays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pickup points of a postcode or town
         * @description At most ten, by postcode and name; none where the shop knows none there. Fill the fields of your form in, let the buyer change them, and send the `id` as `relayId` of the purchase as long as nothing of the point was changed.
         */
        get: operations["relays-find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/relays/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The countries that pickup points are known in
         * @description Empty where the shop keeps no list: then the buyer types the point.
         */
        get: operations["relays-countries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The contracts of the caller, and until when each can be withdrawn from
         * @description Orders and the subscription, with the last day to withdraw and what would follow a withdrawal now.
         */
        get: operations["declarations-rights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stock-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the caller is told of once it is in stock again
         * @description The first asked first. What you were told of is no longer in it.
         */
        get: operations["stockRequests-list"];
        /**
         * Ask to be told once an option is in stock again, or take it back
         * @description One email, once there are units: of so many units so many people are told, the first asked first. Kept for 90 days. Of an option that is in stock nothing is kept. Answers all that you wait for.
         */
        put: operations["stockRequests-set"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stock-requests/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back everything that one is told of, by the link of an email
         * @description With both parts of the link in the email, without a log-in. The same again answers 0.
         */
        post: operations["stockRequests-end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terminations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a subscription with its paid period, with or without a log-in
         * @description As a withdrawal, for the subscription: it ends with the period that is paid. Whoever is logged in and needs no answer in a form of their own calls DELETE /programsPerso/unsubscribe.
         */
        post: operations["declarations-terminate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/updateMobileAppPaymentMethod": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a new card on the subscription; no money moves
         * @description The next debits of the subscription use the card of this token.
         */
        post: operations["payments-updateCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the account; `mdp` is the present password or a new one, a new e-mail waits in `pendingEmail`
         * @description A new address waits in `pendingEmail` until the link sent to it is followed. `mdp` is the present password, which changes nothing, or a new one.
         */
        put: operations["users-update"];
        /**
         * Sign up; a letter brings the activation link
         * @description Sends an email with a link; the account can be used once that was followed. `locale` is the language of its emails.
         */
        post: operations["users-register"];
        /**
         * Delete the account, with the present password or without; its orders stay without the person
         * @description Ends sessions and subscription, and frees the address. Orders stay, without the person. Where `currentMdp` is sent it must be right.
         */
        delete: operations["users-delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller, by their own id; every other id is not found
         * @description With orders and subscription.
         */
        get: operations["users-byId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Activate an account by the link of its letter, as often as it is followed
         * @description With both parts of the link in the email; again with the same ones it answers the same.
         */
        put: operations["users-activate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/activation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Ask for another activation letter; the answer never tells whether one leaves
         * @description Sends the link again where an account waits for it; answers the same where none does.
         */
        put: operations["users-resendActivation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the last parcel of the caller went, for the next purchase
         * @description Kept once a purchase that brought `delivery` is paid, instead of the one before. Fill your form in with it when the buyer asks you to, never by itself.
         */
        get: operations["orders-keptDelivery"];
        /**
         * Have purchases leave their delivery for the next one, or forget it and keep none
         * @description With `isKept` false what is kept is forgotten at once, and no purchase leaves anything until it is true again.
         */
        put: operations["orders-keepDelivery"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/email/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Drop a new address that waits: by the link sent to the old one, or signed in without it
         * @description Gives up an address that waits: by the link sent to the old one, or by the member without both.
         */
        put: operations["users-cancelEmailChange"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Confirm the new address by the link sent to it, signed in to that account
         * @description Makes the address that waited the address of the account, by whoever is logged in to it.
         */
        put: operations["users-confirmEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/email/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel a change of address, or take it back, by a link sent to the old one; ends every session
         * @description Gives the account its earlier address back, by the link sent there, and ends every session.
         */
        put: operations["users-undoEmailChange"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Everything that is kept about the caller, after the present password
         * @description The account with its orders, purchases, subscriptions, messages, sessions and emails, as they are kept; of other people nothing. An email tells the account of it. Three a day.
         */
        post: operations["users-export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/forgottenPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Declare a password lost; a letter brings the recovery link
         * @description Sends an email with a link to choose a new password.
         */
        put: operations["users-forgotPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/retrievePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a new password by the link of the recovery letter; ends every session
         * @description Sets a new password with both parts of the link, and ends every session.
         */
        put: operations["users-retrievePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Log out on every device, the caller’s included
         * @description Ends every session of the caller, this one too.
         */
        delete: operations["users-signOutEverywhere"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the caller is signed in, and who it is
         * @description Who is logged in, if anybody. A good first call: it sets the XSRF token.
         */
        get: operations["users-status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw from a contract, with or without a log-in
         * @description Name one contract: `orderId` or `subscription` of the caller, else `reference`, with or without a log-in. Always stored, with the hour of the server; the answer says nothing of the contract. One about an own contract is followed at once, any other is decided by the shop. The answer is the receipt; an email to `email` repeats it, within a day. The header `Idempotency-Key` names a declaration about a chosen contract; else the same content within 24 hours is the same.
         */
        post: operations["declarations-withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        Article: {
            /** @description Safe HTML */
            content: components["schemas"]["Localized"];
            coverPictureUrl: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            creationDate: string;
            id: number;
            /** @description The item that it ends with, which may have left the shop; or null */
            itemId: number | null;
            tags: string[];
            title: components["schemas"]["Localized"];
        };
        ConnectionStatus: {
            isConnected: boolean;
            user: components["schemas"]["User"] | null;
        };
        ContactSendRequest: {
            /**
             * @description An e-mail address; case does not count
             * @example member@agres.test
             */
            email?: string;
            message: string;
            subject: string;
        };
        /** @description The general terms, the information on withdrawal and a form for it, as plain text */
        ContractText: {
            form: string;
            /** @description To be sent as `contractText` once the buyer saw it */
            hash: string;
            /** @enum {string} */
            locale: "fr" | "en";
            notice: string;
            /**
             * Format: date-time
             * @description When the shop began to use this text
             */
            since: string;
            terms: string;
        };
        /**
         * @description ISO 3166-1 alpha-2
         * @enum {string}
         */
        CountryCode: "FR" | "AD" | "AL" | "AT" | "AX" | "BA" | "BE" | "BG" | "BY" | "CH" | "CY" | "CZ" | "DE" | "DK" | "EE" | "ES" | "FI" | "FO" | "GB" | "GG" | "GI" | "GR" | "HR" | "HU" | "IE" | "IM" | "IS" | "IT" | "JE" | "LI" | "LT" | "LU" | "LV" | "MC" | "MD" | "ME" | "MK" | "MT" | "NL" | "NO" | "PL" | "PT" | "RO" | "RS" | "RU" | "SE" | "SI" | "SJ" | "SK" | "SM" | "UA" | "VA" | "XK" | "AE" | "AF" | "AG" | "AI" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AU" | "AW" | "AZ" | "BB" | "BD" | "BF" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "DJ" | "DM" | "DO" | "DZ" | "EC" | "EG" | "EH" | "ER" | "ET" | "FJ" | "FK" | "FM" | "GA" | "GD" | "GE" | "GF" | "GH" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HT" | "ID" | "IL" | "IN" | "IO" | "IQ" | "IR" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LK" | "LR" | "LS" | "LY" | "MA" | "MF" | "MG" | "MH" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PM" | "PN" | "PR" | "PS" | "PW" | "PY" | "QA" | "RE" | "RW" | "SA" | "SB" | "SC" | "SD" | "SG" | "SH" | "SL" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UG" | "UM" | "US" | "UY" | "UZ" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
        DeclarationReceived: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            declaredAt: string;
            /** @constant */
            message: "declaration_received";
            /** @description The number of the declaration */
            number: number;
        };
        DeclarationsAnnounceReturnRequest: {
            /**
             * @description The tracking number of the parcel
             * @example 6A12345678901
             */
            tracking: string;
        };
        DeclarationsTerminateRequest: {
            /**
             * @description An e-mail address; case does not count
             * @example member@agres.test
             */
            email: string;
            /** @description Up to six words of letters, apostrophes and hyphens; a full stop behind an initial or a short title */
            name: string;
            /** @description The number of an order, or what was subscribed to, in your own words */
            reference?: string;
            /**
             * @description The subscription of the caller
             * @constant
             */
            subscription?: true;
        };
        DeclarationsWithdrawRequest: {
            /**
             * @description An e-mail address; case does not count
             * @example member@agres.test
             */
            email: string;
            /** @description Up to six words of letters, apostrophes and hyphens; a full stop behind an initial or a short title */
            name: string;
            /** @description An order of the caller */
            orderId?: number;
            /** @description The number of an order, or what was subscribed to, in your own words */
            reference?: string;
            /**
             * @description The subscription of the caller
             * @constant
             */
            subscription?: true;
        };
        DeliveryFields: {
            city: string;
            clientCity: string;
            clientCountry: string;
            clientName: string;
            clientNumber: string;
            clientZipCode: string;
            name: string;
            number: string;
            relayCountry: string;
            relayName: string;
            zipCode: string;
        };
        ErrorTexts: {
            [key: string]: components["schemas"]["Localized"];
        };
        Home: {
            items: components["schemas"]["Item"][];
            lastArticle: components["schemas"]["Article"] | null;
        };
        Item: {
            /** @description Safe HTML */
            description: components["schemas"]["Localized"];
            id: number;
            images: {
                /** @description The option that the picture shows, counted from 0; null for all of them */
                optionIndex: number | null;
                url: string;
            }[];
            /** @description Null where the shop does not know it */
            maker: components["schemas"]["Maker"] | null;
            options: {
                remainingStock: number;
                title: components["schemas"]["Localized"];
            }[];
            optionTitle: components["schemas"]["Localized"] | null;
            /** @description Euros, as stored */
            price: number;
            /** @description The items that the shop shows beside it; one may have left the shop */
            relatedItemIds: number[];
            /** @description The sum of the options */
            remainingStock: number;
            title: components["schemas"]["Localized"];
            /** @description What it is for; null where the shop does not say it */
            use: ("strength" | "balance" | "mobility" | "juggling" | "endurance") | null;
            /** @description Text, a warning a line; null where none is known */
            warnings: components["schemas"]["Localized"] | null;
        };
        KeptDelivery: {
            /** @description Where the last parcel went, and to whom; null where none is kept */
            delivery: {
                /** @enum {number} */
                area: 0 | 1 | 2;
                city: string;
                clientCity: string;
                clientCountry: string;
                /** @description Their street */
                clientName: string;
                /** @description The street number of the recipient */
                clientNumber: string;
                clientZipCode: string;
                firstName: string;
                lastName: string;
                /** @description Its street */
                name: string;
                /** @description The street number of the pickup point */
                number: string;
                relayCountry: string;
                /** @description The point, where it was chosen */
                relayId: string | null;
                relayName: string;
                zipCode: string;
            } | null;
            /** @description Whether the next purchase leaves its delivery here; true at first */
            isKept: boolean;
        };
        Localized: {
            en: string;
            fr: string;
        };
        Maker: {
            address: string;
            /** @description An e-mail address, or one that begins with https:// */
            contact: string;
            name: string;
            /** @description What the maker calls the product */
            reference: string | null;
        };
        Order: {
            /** @description What the card was charged, in cents */
            amountCents: number;
            area: (0 | 1 | 2) | null;
            /** @description When the buyer asked to cancel it because it is late */
            cancellationRequestedDate: string | null;
            /** @description When the order was cancelled: it stays `waiting`, ISO 8601, UTC */
            cancelledDate: string | null;
            chosenOptionTitle: components["schemas"]["Localized"] | null;
            /** @description The hash of the terms that were accepted; null where they were not kept */
            contractText: string | null;
            /** @enum {string} */
            currency: "eur";
            /** @description When the buyer asked for a parcel that is late */
            deliveryRequestedDate: string | null;
            /** @description Empty from three years after the order on: kept apart then, for the accounts */
            firstName: string;
            id: number;
            /** @description The item as it was when bought */
            item: {
                description: components["schemas"]["Localized"];
                optionTitle: components["schemas"]["Localized"] | null;
                /** @description Euros, as stored */
                price: number;
                title: components["schemas"]["Localized"];
            };
            /** @description The item, of GET /items; null once it is gone */
            itemId: number | null;
            /** @description Empty from three years after the order on: kept apart then, for the accounts */
            lastName: string;
            /** @description Its option; null once it is gone */
            optionId: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            orderDate: string;
            postDate: string | null;
            /**
             * Format: date
             * @description The last day of the promised delivery, a day in Paris
             */
            promisedBy: string;
            /** @description What of it was given back, in cents */
            refundedCents: number;
            /** @description The point of GET /relays that was chosen; null where it was typed */
            relayId: string | null;
            /** @description When the parcel was given to the carrier, ISO 8601, UTC */
            sentDate: string | null;
            /** @description Empty from three years after the order on: kept apart then, for the accounts */
            shippingAddress: string;
            /** @enum {string} */
            status: "waiting" | "delivered";
            /** @description How the parcel can be followed; null without a number */
            tracking: {
                /** @description Its name; null for one that the shop has no name of */
                carrier: string | null;
                number: string;
                /** @description Where the parcel can be followed */
                url: string | null;
            } | null;
        };
        OrderPage: {
            /** @description `cursor` of the call that answers the next ones; null after the last */
            nextCursor: string | null;
            orders: components["schemas"]["Order"][];
        };
        OrdersKeepDeliveryRequest: {
            /** @description Whether the next purchase leaves its delivery here */
            isKept: boolean;
        };
        PayingCard: {
            /** @description The word of the payment provider: `visa`, `mastercard` or another */
            brand: string;
            /** @description Good until the end of this month */
            expMonth: number;
            expYear: number;
            /** @description The last four digits of the number */
            last4: string;
        };
        PaymentConfig: {
            publishableKey: string;
        };
        PaymentsUpdateCardRequest: {
            /**
             * @description A card token made with the key of GET /payment/config
             * @example tok_visa
             */
            stripeToken: string;
        };
        PersonalData: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            copiedAt: string;
            /** @description The parts by name, each a list of rows with the fields that are kept; parts and fields are added */
            data: {
                [key: string]: {
                    [key: string]: unknown;
                }[];
            };
        };
        PresentContractText: {
            /** @description To be sent as `contractText` once the buyer saw it */
            hash: string;
            /** @enum {string} */
            locale: "fr" | "en";
            /**
             * Format: date-time
             * @description When the shop began to use this text
             */
            since: string;
        };
        ProgrammesSubscribeRequest: {
            /** @description `hash` of GET /contract-texts/current as the buyer was shown it; left out: the present one is accepted */
            contractText?: string;
            discountCode?: string;
            /** @description Whether the subscriber asks for access before the 14 days of withdrawal are over */
            immediateStart?: boolean;
            /** @enum {string} */
            plan: "monthly" | "yearly";
            /**
             * @description A card token made with the key of GET /payment/config
             * @example tok_visa
             */
            stripeToken?: string;
        };
        Refusal: {
            attemptId?: string;
            clientSecret?: string;
            /** @enum {string} */
            code: "account_not_activated" | "already_sent" | "already_subscribed" | "email_taken" | "error_message" | "failed_purchase_contact_admin" | "incorrect_activation_code" | "incorrect_email" | "incorrect_password" | "incorrect_retrieve_code" | "insufficient_funds" | "invalid_card" | "invalid_email_domain_message" | "invalid_email_message" | "invalid_fields" | "invalid_password_message" | "invalid_xsrf_token" | "not_found" | "not_logged_in" | "not_possible_yet" | "not_subscribed" | "password_not_lost" | "price_changed" | "purchase_in_progress" | "sales_paused" | "sold_out_item" | "terms_changed" | "unknown_email" | "authentication_required" | "idempotency_key_reused" | "method_not_allowed" | "payload_too_large" | "too_many_requests" | "unavailable" | "unexpected" | "unsupported_media_type" | "wrong_origin";
            issues?: {
                /** @enum {string} */
                message: "account_not_activated" | "already_sent" | "already_subscribed" | "email_taken" | "error_message" | "failed_purchase_contact_admin" | "incorrect_activation_code" | "incorrect_email" | "incorrect_password" | "incorrect_retrieve_code" | "insufficient_funds" | "invalid_card" | "invalid_email_domain_message" | "invalid_email_message" | "invalid_fields" | "invalid_password_message" | "invalid_xsrf_token" | "not_found" | "not_logged_in" | "not_possible_yet" | "not_subscribed" | "password_not_lost" | "price_changed" | "purchase_in_progress" | "sales_paused" | "sold_out_item" | "terms_changed" | "unknown_email";
                path: string;
            }[];
            /** @enum {string} */
            message: "account_not_activated" | "already_sent" | "already_subscribed" | "email_taken" | "error_message" | "failed_purchase_contact_admin" | "incorrect_activation_code" | "incorrect_email" | "incorrect_password" | "incorrect_retrieve_code" | "insufficient_funds" | "invalid_card" | "invalid_email_domain_message" | "invalid_email_message" | "invalid_fields" | "invalid_password_message" | "invalid_xsrf_token" | "not_found" | "not_logged_in" | "not_possible_yet" | "not_subscribed" | "password_not_lost" | "price_changed" | "purchase_in_progress" | "sales_paused" | "sold_out_item" | "terms_changed" | "unknown_email";
            /**
             * Format: date
             * @description With `not_possible_yet`: the first day, in Paris, on which it is
             */
            possibleFrom?: string;
            /** @constant */
            requiresAction?: true;
        };
        RelayPoint: {
            country: components["schemas"]["CountryCode"];
            /** @description When it is open */
            hours: string;
            id: string;
            name: string;
            /** @description Its street number */
            number: string;
            postcode: string;
            street: string;
            town: string;
        };
        Right: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            contractDate: string;
            /** @description The newest withdrawal of it */
            declaration: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                declaredAt: string;
                isClosed: boolean;
                number: number;
                /** @description Whether its parcel was announced */
                returnAnnounced: boolean;
            } | null;
            isOpen: boolean;
            /** @description The last day to withdraw; null while the period has not begun */
            lastDay: string | null;
            /**
             * @description What follows a withdrawal now
             * @enum {string}
             */
            next: "cancelled" | "checked" | "sent_back" | "ended" | "decided";
            /** @description null: the subscription */
            orderId: number | null;
            /** @description What was ordered */
            title: components["schemas"]["Localized"] | null;
        };
        Rights: {
            rights: components["schemas"]["Right"][];
        };
        ShopBuyRequest: {
            /**
             * @description 0 France, 1 Europe, 2 rest of the world
             * @enum {number}
             */
            area: 0 | 1 | 2;
            /**
             * @description The buyer accepts the terms of sale
             * @constant
             */
            cgv: true;
            /** @description `hash` of GET /contract-texts/current as the buyer was shown it; left out: the present one is accepted */
            contractText?: string;
            /** @description The country of the pickup point; one that does not belong to `area` is refused */
            countryCode?: components["schemas"]["CountryCode"];
            /** @description What `shippingAddress` is made of, to be kept for the next purchase; refused where that is another text */
            delivery?: components["schemas"]["DeliveryFields"];
            firstName: string;
            /** @description The id of the item */
            id: number;
            lastName: string;
            /** @description Which of the options of the item, counted from 0 */
            optionIndex: number;
            /** @description The `id` of GET /relays; a point that is not of the list or not in `area` is refused */
            relayId?: string | null;
            /** @description The pickup point and the address of the recipient, with line breaks. Without `delivery`, its last five digits are read as the postcode; one that contradicts `area` is refused */
            shippingAddress: string;
            /** @description The total that the buyer was shown, delivery included, in cents: `amountCents` of the order. Any other than would be charged is refused; left out: the present one is accepted */
            shownAmountCents?: number;
            /**
             * @description A card token made with the key of GET /payment/config
             * @example tok_visa
             */
            stripeToken: string;
        };
        StockRequest: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            askedDate: string;
            itemId: number;
            /** @description Which of the options of the item, from 0 */
            optionIndex: number;
        };
        StockRequestsEnded: {
            /** @description How many options were waited for */
            ended: number;
        };
        StockRequestsEndRequest: {
            id: number | string;
            /** @description The last part of the link in the letter */
            nonce: string;
        };
        StockRequestsSetRequest: {
            /** @description false: take it back */
            isAsked: boolean;
            /** @description The item */
            itemId: number;
            /** @description Which of the options of the item, counted from 0 */
            optionIndex: number;
        };
        Subscribed: {
            /** @constant */
            message: "subscribed";
            subscription: components["schemas"]["Subscription"];
        };
        Subscription: {
            accessEndsOn: string | null;
            /** @description The hash of the terms that were accepted; null where they were not kept */
            contractText: string | null;
            isStripeBis: boolean;
            /** @enum {string} */
            plan: "monthly" | "yearly";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            subscriptionDate: string;
        };
        SubscriptionStanding: {
            isPastDue: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            paidUntil: string;
            /** @description People whose subscription counts for this code */
            referrals: number;
            /** @description People who will count once their 14 days to withdraw are over */
            waitingReferrals: number;
        };
        Unsubscribed: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            accessEndsOn: string;
            /** @constant */
            message: "unsubscribed";
        };
        User: {
            email: string;
            firstName: string | null;
            id: number;
            lastName: string | null;
            orders: components["schemas"]["Order"][];
            /** @description A new address, until the link in the letter to it is followed */
            pendingEmail: string | null;
            personalDiscountCode: string;
            subscription: components["schemas"]["Subscription"] | null;
        };
        UsersActivateRequest: {
            id: number | string;
            /** @description The last part of the link in the letter */
            nonce: string;
        };
        UsersCancelEmailChangeRequest: {
            id?: number | string;
            /** @description The last part of the link in the letter */
            nonce?: string;
        };
        UsersConfirmEmailRequest: {
            id: number | string;
            /** @description The last part of the link in the letter */
            nonce: string;
        };
        UsersDeleteRequest: {
            /** @description The present password; where it is sent it must be right */
            currentMdp?: string;
        };
        UsersExportRequest: {
            /** @description The present password */
            currentMdp: string;
        };
        UsersForgotPasswordRequest: {
            /**
             * @description An e-mail address; case does not count
             * @example member@agres.test
             */
            email: string;
        };
        UsersRegisterRequest: {
            /**
             * @description An e-mail address; case does not count
             * @example member@agres.test
             */
            email: string;
            /**
             * @description The language of letters
             * @enum {string}
             */
            locale: "fr" | "en";
            /** @description A lowercase letter, an uppercase letter and a digit at least, of any script */
            mdp: string;
            /** @description The same as `mdp` */
            mdp2: string;
        };
        UsersResendActivationRequest: {
            /**
             * @description An e-mail address; case does not count
             * @example member@agres.test
             */
            email: string;
        };
        UsersRetrievePasswordRequest: {
            id: number | string;
            /** @description A lowercase letter, an uppercase letter and a digit at least, of any script */
            mdp: string;
            /** @description The same as `mdp` */
            mdp2: string;
            /** @description The last part of the link in the letter */
            retrieve: string;
        };
        UsersSignInRequest: {
            /** @example member@agres.test */
            email: string;
            /**
             * @description The password
             * @example Demo1234!
             */
            mdp: string;
        };
        UsersUndoEmailChangeRequest: {
            id: number | string;
            /** @description The last part of the link in the letter */
            nonce: string;
        };
        UsersUpdateRequest: {
            /** @description The present password. Send it always: whenever it is sent it must be right, so that a mistyped present password never becomes the new one */
            currentMdp?: string;
            /**
             * @description An e-mail address; case does not count
             * @example member@agres.test
             */
            email: string;
            firstName?: string | null;
            lastName?: string | null;
            /** @description A lowercase letter, an uppercase letter and a digit at least, of any script */
            mdp: string;
            /** @description The same as `mdp` */
            mdp2: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};
export type Article = components['schemas']['Article'];
export type ConnectionStatus = components['schemas']['ConnectionStatus'];
export type ContactSendRequest = components['schemas']['ContactSendRequest'];
export type ContractText = components['schemas']['ContractText'];
export type CountryCode = components['schemas']['CountryCode'];
export type DeclarationReceived = components['schemas']['DeclarationReceived'];
export type DeclarationsAnnounceReturnRequest = components['schemas']['DeclarationsAnnounceReturnRequest'];
export type DeclarationsTerminateRequest = components['schemas']['DeclarationsTerminateRequest'];
export type DeclarationsWithdrawRequest = components['schemas']['DeclarationsWithdrawRequest'];
export type DeliveryFields = components['schemas']['DeliveryFields'];
export type ErrorTexts = components['schemas']['ErrorTexts'];
export type Home = components['schemas']['Home'];
export type Item = components['schemas']['Item'];
export type KeptDelivery = components['schemas']['KeptDelivery'];
export type Localized = components['schemas']['Localized'];
export type Maker = components['schemas']['Maker'];
export type Order = components['schemas']['Order'];
export type OrderPage = components['schemas']['OrderPage'];
export type OrdersKeepDeliveryRequest = components['schemas']['OrdersKeepDeliveryRequest'];
export type PayingCard = components['schemas']['PayingCard'];
export type PaymentConfig = components['schemas']['PaymentConfig'];
export type PaymentsUpdateCardRequest = components['schemas']['PaymentsUpdateCardRequest'];
export type PersonalData = components['schemas']['PersonalData'];
export type PresentContractText = components['schemas']['PresentContractText'];
export type ProgrammesSubscribeRequest = components['schemas']['ProgrammesSubscribeRequest'];
export type Refusal = components['schemas']['Refusal'];
export type RelayPoint = components['schemas']['RelayPoint'];
export type Right = components['schemas']['Right'];
export type Rights = components['schemas']['Rights'];
export type ShopBuyRequest = components['schemas']['ShopBuyRequest'];
export type StockRequest = components['schemas']['StockRequest'];
export type StockRequestsEnded = components['schemas']['StockRequestsEnded'];
export type StockRequestsEndRequest = components['schemas']['StockRequestsEndRequest'];
export type StockRequestsSetRequest = components['schemas']['StockRequestsSetRequest'];
export type Subscribed = components['schemas']['Subscribed'];
export type Subscription = components['schemas']['Subscription'];
export type SubscriptionStanding = components['schemas']['SubscriptionStanding'];
export type Unsubscribed = components['schemas']['Unsubscribed'];
export type User = components['schemas']['User'];
export type UsersActivateRequest = components['schemas']['UsersActivateRequest'];
export type UsersCancelEmailChangeRequest = components['schemas']['UsersCancelEmailChangeRequest'];
export type UsersConfirmEmailRequest = components['schemas']['UsersConfirmEmailRequest'];
export type UsersDeleteRequest = components['schemas']['UsersDeleteRequest'];
export type UsersExportRequest = components['schemas']['UsersExportRequest'];
export type UsersForgotPasswordRequest = components['schemas']['UsersForgotPasswordRequest'];
export type UsersRegisterRequest = components['schemas']['UsersRegisterRequest'];
export type UsersResendActivationRequest = components['schemas']['UsersResendActivationRequest'];
export type UsersRetrievePasswordRequest = components['schemas']['UsersRetrievePasswordRequest'];
export type UsersSignInRequest = components['schemas']['UsersSignInRequest'];
export type UsersUndoEmailChangeRequest = components['schemas']['UsersUndoEmailChangeRequest'];
export type UsersUpdateRequest = components['schemas']['UsersUpdateRequest'];
export type $defs = Record<string, never>;
export interface operations {
    "blog-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Article"][];
                };
            };
        };
    };
    "blog-article": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Article"];
                };
            };
        };
    };
    "users-signIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "member@agres.test",
                 *       "mdp": "Demo1234!"
                 *     }
                 */
                "application/json": components["schemas"]["UsersSignInRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    "contact-send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "Une question",
                 *       "message": "Quelle longueur ont les sangles ?",
                 *       "email": "member@agres.test"
                 *     }
                 */
                "application/json": components["schemas"]["ContactSendRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "message_sent";
                    };
                };
            };
        };
    };
    "contractTexts-byHash": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The hash, or its first twelve digits or more */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractText"];
                };
            };
        };
    };
    "contractTexts-current": {
        parameters: {
            query?: {
                locale?: "fr" | "en";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresentContractText"];
                };
            };
        };
    };
    "declarations-announceReturn": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tracking": "6A12345678901"
                 *     }
                 */
                "application/json": components["schemas"]["DeclarationsAnnounceReturnRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "declaration_received";
                    };
                };
            };
        };
    };
    "users-signOut": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "disconnected";
                    };
                };
            };
        };
    };
    errors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorTexts"];
                };
            };
        };
    };
    "home-get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Home"];
                };
            };
        };
    };
    "shop-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"][];
                };
            };
        };
    };
    "shop-item": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Item"];
                };
            };
        };
    };
    "shop-buy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 4,
                 *       "optionIndex": 0,
                 *       "area": 0,
                 *       "countryCode": "FR",
                 *       "firstName": "Camille",
                 *       "lastName": "Roussel",
                 *       "shippingAddress": "Librairie des Pentes\n12 rue des Tables-Claudiennes\n69001 Lyon\nFrance",
                 *       "cgv": true,
                 *       "stripeToken": "tok_visa"
                 *     }
                 */
                "application/json": components["schemas"]["ShopBuyRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    "orders-list": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPage"];
                };
            };
        };
    };
    "orders-byId": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    "orders-askToCancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    "orders-askForDelivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    "payments-card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayingCard"] | null;
                };
            };
        };
    };
    "payments-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConfig"];
                };
            };
        };
    };
    "programmes-current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionStanding"];
                };
            };
        };
    };
    "programmes-subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "stripeToken": "tok_visa",
                 *       "plan": "monthly",
                 *       "discountCode": "ABCD2345"
                 *     }
                 */
                "application/json": components["schemas"]["ProgrammesSubscribeRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscribed"];
                };
            };
        };
    };
    "programmes-unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unsubscribed"];
                };
            };
        };
    };
    "relays-find": {
        parameters: {
            query: {
                /** @description ISO 3166-1 alpha-2 */
                country: components["schemas"]["CountryCode"];
                /** @description A postcode or a town, or the beginning of one */
                near: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelayPoint"][];
                };
            };
        };
    };
    "relays-countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountryCode"][];
                };
            };
        };
    };
    "declarations-rights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rights"];
                };
            };
        };
    };
    "stockRequests-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockRequest"][];
                };
            };
        };
    };
    "stockRequests-set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "itemId": 3,
                 *       "optionIndex": 1,
                 *       "isAsked": true
                 *     }
                 */
                "application/json": components["schemas"]["StockRequestsSetRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockRequest"][];
                };
            };
        };
    };
    "stockRequests-end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 7,
                 *       "nonce": "V1StGXR8Z5jdHi6BmyTq9w"
                 *     }
                 */
                "application/json": components["schemas"]["StockRequestsEndRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockRequestsEnded"];
                };
            };
        };
    };
    "declarations-terminate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Camille Roussel",
                 *       "email": "member@agres.test",
                 *       "reference": "Abonnement mensuel"
                 *     }
                 */
                "application/json": components["schemas"]["DeclarationsTerminateRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclarationReceived"];
                };
            };
        };
    };
    "payments-updateCard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "stripeToken": "tok_visa"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentsUpdateCardRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "banking_information_updated";
                    };
                };
            };
        };
    };
    "users-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "member@agres.test",
                 *       "mdp": "Demo1234!",
                 *       "mdp2": "Demo1234!",
                 *       "firstName": "Camille",
                 *       "lastName": "Roussel",
                 *       "currentMdp": "Demo1234!"
                 *     }
                 */
                "application/json": components["schemas"]["UsersUpdateRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "account_updated";
                    };
                };
            };
        };
    };
    "users-register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "camille@agres.test",
                 *       "mdp": "Demo1234!",
                 *       "mdp2": "Demo1234!",
                 *       "locale": "fr"
                 *     }
                 */
                "application/json": components["schemas"]["UsersRegisterRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "account_created";
                    };
                };
            };
        };
    };
    "users-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "currentMdp": "Demo1234!"
                 *     }
                 */
                "application/json": components["schemas"]["UsersDeleteRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "account_deleted";
                    };
                };
            };
        };
    };
    "users-byId": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    "users-activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 12,
                 *       "nonce": "V1StGXR8Z5jdHi6BmyTq9w"
                 *     }
                 */
                "application/json": components["schemas"]["UsersActivateRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "account_activated";
                    };
                };
            };
        };
    };
    "users-resendActivation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "camille@agres.test"
                 *     }
                 */
                "application/json": components["schemas"]["UsersResendActivationRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "account_created";
                    };
                };
            };
        };
    };
    "orders-keptDelivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptDelivery"];
                };
            };
        };
    };
    "orders-keepDelivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isKept": false
                 *     }
                 */
                "application/json": components["schemas"]["OrdersKeepDeliveryRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptDelivery"];
                };
            };
        };
    };
    "users-cancelEmailChange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 12,
                 *       "nonce": "V1StGXR8Z5jdHi6BmyTq9w"
                 *     }
                 */
                "application/json": components["schemas"]["UsersCancelEmailChangeRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "account_updated";
                    };
                };
            };
        };
    };
    "users-confirmEmail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 12,
                 *       "nonce": "V1StGXR8Z5jdHi6BmyTq9w"
                 *     }
                 */
                "application/json": components["schemas"]["UsersConfirmEmailRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "account_updated";
                    };
                };
            };
        };
    };
    "users-undoEmailChange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 12,
                 *       "nonce": "V1StGXR8Z5jdHi6BmyTq9w"
                 *     }
                 */
                "application/json": components["schemas"]["UsersUndoEmailChangeRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "account_updated";
                    };
                };
            };
        };
    };
    "users-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentMdp": "Demo1234!"
                 *     }
                 */
                "application/json": components["schemas"]["UsersExportRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalData"];
                };
            };
        };
    };
    "users-forgotPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "member@agres.test"
                 *     }
                 */
                "application/json": components["schemas"]["UsersForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "forgotten_password_success";
                    };
                };
            };
        };
    };
    "users-retrievePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 12,
                 *       "retrieve": "V1StGXR8Z5jdHi6BmyTq9w",
                 *       "mdp": "Demo1234!",
                 *       "mdp2": "Demo1234!"
                 *     }
                 */
                "application/json": components["schemas"]["UsersRetrievePasswordRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "password_changed";
                    };
                };
            };
        };
    };
    "users-signOutEverywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "disconnected";
                    };
                };
            };
        };
    };
    "users-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionStatus"];
                };
            };
        };
    };
    "declarations-withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Camille Roussel",
                 *       "email": "member@agres.test",
                 *       "reference": "commande 12"
                 *     }
                 */
                "application/json": components["schemas"]["DeclarationsWithdrawRequest"];
            };
        };
        responses: {
            /** @description Successful response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclarationReceived"];
                };
            };
        };
    };
}

/** Every code that an error of the API can have. */
export const ERROR_CODES = [
  "account_not_activated",
  "already_sent",
  "already_subscribed",
  "email_taken",
  "error_message",
  "failed_purchase_contact_admin",
  "incorrect_activation_code",
  "incorrect_email",
  "incorrect_password",
  "incorrect_retrieve_code",
  "insufficient_funds",
  "invalid_card",
  "invalid_email_domain_message",
  "invalid_email_message",
  "invalid_fields",
  "invalid_password_message",
  "invalid_xsrf_token",
  "not_found",
  "not_logged_in",
  "not_possible_yet",
  "not_subscribed",
  "password_not_lost",
  "price_changed",
  "purchase_in_progress",
  "sales_paused",
  "sold_out_item",
  "terms_changed",
  "unknown_email",
  "authentication_required",
  "idempotency_key_reused",
  "method_not_allowed",
  "payload_too_large",
  "too_many_requests",
  "unavailable",
  "unexpected",
  "unsupported_media_type",
  "wrong_origin"
] as const;

/** The calls that take an idempotency key. */
export const KEYED_CALLS = [
  "post /withdrawals",
  "post /terminations",
  "post /updateMobileAppPaymentMethod",
  "post /programsPerso/subscribe",
  "post /items/buy"
] as const;
