wrk.method = "POST"
wrk.body = string.rep("x", 400)
wrk.headers["Content-Type"] = "application/json"
