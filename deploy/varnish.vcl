# Varnish in front of the site: it caches pages that are the same for all visitors, for as long as
# the site allows (EDGE_SECONDS), and passes signed-in requests through. Set-up and reasons:
# docs/OPERATIONS.md and docs/decisions/058-edge-cache.md. Tested with Varnish 7.1,
# which speaks no TLS: something that does stands before it. Lines to change are marked CHANGE.
vcl 4.1;

import std;

backend default {
    .host = "127.0.0.1"; # CHANGE: where the site listens
    .port = "3000";
}

sub vcl_recv {
    unset req.http.X-Asked;
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Requests with a session cookie, valid or not; the name may have the prefix `__Host-`.
    std.collect(req.http.Cookie, "; ");
    if (req.http.Cookie ~ "session=") {
        return (pass);
    }
    # The path, where nothing follows it but names that are put behind links to count their readers.
    set req.http.X-Asked = regsub(req.url,
        "\?(?:(?:utm_[a-z_]+|gclid|gbraid|wbraid|gad_source|dclid|fbclid|msclkid|ttclid|twclid|li_fat_id|igshid|mc_cid|mc_eid|_ga|_gl)(?:=[^&]*)?(?:&|$))*$",
        "");
    # What the site lets be kept. What is not named here is asked of the site each time.
    if (req.http.X-Asked !~ "^/(?:fr|en)$"
        && req.http.X-Asked !~ "^/fr/(?:boutique(?:/materiel/\d+)?|blog(?:/[a-z0-9-]+)?|nous-contacter|faq|mentions-legales|conditions-generales|accessibilite|retractation)$"
        && req.http.X-Asked !~ "^/en/(?:shop(?:/item/\d+)?|blog(?:/[a-z0-9-]+)?|contact-us|faq|privacy-policy|terms-of-use|accessibility|withdrawal)$"
        && req.http.X-Asked !~ "^/api/(?:home|items(?:/\d+)?|blog(?:/\d+)?)$") {
        unset req.http.X-Asked;
        return (pass);
    }
    # The upstream request is anonymous: no cookie, and none of the query names that no page reads.
    set req.url = req.http.X-Asked;
    unset req.http.X-Asked;
    unset req.http.Cookie;
    return (hash);
}

sub vcl_backend_response {
    # Nothing is shown beyond its time, not even while it is asked for again.
    set beresp.grace = 0s;
}

sub vcl_deliver {
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    } else {
        set resp.http.X-Cache = "MISS";
    }
}
