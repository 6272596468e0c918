print("valence")
